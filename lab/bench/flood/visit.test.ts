import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { beginVisit } from './visit.ts'

let server: Server
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const get = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
// Other systems than Linux have only the first address of this machine without further settings.
const addresses = process.platform === 'linux' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.1']
const visitOf = (port: number) => ({ port, addresses, connections: 4 })

test('strangers ask their requests in rotation from all addresses, and answers are counted by status', async () => {
  const asked: string[] = []
  const port = await serve((request, response) => {
    asked.push(`${request.socket.remoteAddress} ${request.url}`)
    response.writeHead(request.url === '/a' ? 200 : 429).end('answer')
  })
  const end = beginVisit({ behaviour: 'ask', requests: [get('/a'), get('/b')] }, visitOf(port))
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(100))
  const { answers, open } = end()
  expect(open).toBe(4)
  expect(Object.keys(answers).sort()).toEqual(['200', '429'])
  expect(Math.abs(answers[200]! - answers[429]!)).toBeLessThanOrEqual(8)
  expect(new Set(asked.map((one) => one.split(' ')[0]))).toEqual(new Set(addresses))
})

test('strangers whose connection is closed open another one and go on', async () => {
  let count = 0
  const port = await serve((request, response) => {
    if (++count % 2 === 0) request.socket.destroy()
    else response.writeHead(400, { connection: 'close' }).end('no')
  })
  const end = beginVisit({ behaviour: 'ask', requests: [get('/')] }, visitOf(port))
  await vi.waitFor(() => expect(count).toBeGreaterThan(50))
  const { answers } = end()
  expect(Object.keys(answers)).toContain('400')
  expect((answers.closed ?? 0) + (answers.ECONNRESET ?? 0)).toBeGreaterThan(10)
})

test('strangers who hold their connections ask once and stay, in a number of their own', async () => {
  let count = 0
  const port = await serve((_request, response) => {
    count++
    response.end('answer')
  })
  const end = beginVisit({ behaviour: 'hold', requests: [get('/')], connections: 20 }, visitOf(port))
  await vi.waitFor(() => expect(count).toBe(20))
  await new Promise((done) => connect(port, '127.0.0.1').end(get('/last')).once('data', done))
  expect(count).toBe(21)
  expect(end()).toEqual({ answers: { 200: 20 }, open: 20 })
})

test('the answers to slow readers stay unread', async () => {
  let begun = 0
  let finished = 0
  const port = await serve((_request, response) => {
    begun++
    response.on('finish', () => finished++)
    // More than the system keeps for a connection.
    response.end(Buffer.alloc(20_000_000))
  })
  const end = beginVisit({ behaviour: 'read slowly', requests: [get('/')] }, visitOf(port))
  await vi.waitFor(() => expect(begun).toBe(4))
  expect(end()).toEqual({ answers: {}, open: 4 })
  expect(finished).toBe(0)
})
