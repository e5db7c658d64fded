import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A mail provider for the bank that can fail on demand. */
export type MailHost = {
  readonly address: string
  /** Sets how it answers from now on. */
  readonly set: (behaviour: MailBehaviour) => void
  /** The id of each accepted mail, once per acceptance. */
  readonly taken: () => readonly string[]
  readonly close: () => void
}

export type MailBehaviour = 'takes' | 'fails' | 'hangs' | 'breaks'

export async function openMailHost(): Promise<MailHost> {
  let behaviour: MailBehaviour = 'takes'
  const taken: string[] = []
  const hanging = new Set<ServerResponse>()

  const server = createServer(async (request, response) => {
    await text(request).catch(() => '')
    if (behaviour === 'breaks') return void request.socket.destroy()
    if (behaviour === 'hangs') return void hanging.add(response)
    if (behaviour === 'takes') taken.push(String(request.headers['idempotency-key']))
    response.writeHead(behaviour === 'takes' ? 200 : 500).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      behaviour = next
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
    taken: () => taken,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
