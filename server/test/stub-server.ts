import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ReceivedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A stub of an external service, whose answers the test sets. */
export type StubServer = {
  readonly origin: string
  readonly asked: ReceivedRequest[]
  /** Sets its answers from now on. A function that does not end the response leaves the caller waiting. */
  readonly answer: (how: (response: ServerResponse, asked: ReceivedRequest) => void) => void
  readonly close: () => Promise<void>
}

export async function openStubServer(): Promise<StubServer> {
  const asked: ReceivedRequest[] = []
  let how: (response: ServerResponse, asked: ReceivedRequest) => void = (response) =>
    response.writeHead(202).end()
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body: await buffer(request) }
    asked.push(one)
    how(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (wanted) => {
      how = wanted
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
