import { createServer } from 'node:http'

// The least that a server can do for strangers: no framework, one short answer. What transfers suffer while strangers ask
// this program is what the strangers cost by themselves.

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(429, { 'content-type': 'text/plain', 'content-length': 8 }).end('too many')
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('disconnect', () => process.exit())
