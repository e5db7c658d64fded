import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The provider that the bank hands its mail to, in our hands. */
export type MailHost = {
  readonly address: string
  /** How it treats what comes from now on. */
  readonly set: (mood: MailMood) => void
  /** The id of each mail that it has taken, as often as it has. */
  readonly taken: () => readonly string[]
  readonly close: () => void
}

export type MailMood = 'takes' | 'fails' | 'hangs' | 'breaks'

export async function openMailHost(): Promise<MailHost> {
  let mood: MailMood = 'takes'
  const taken: string[] = []
  const hanging = new Set<ServerResponse>()

  const server = createServer(async (request, response) => {
    await text(request).catch(() => '')
    if (mood === 'breaks') return void request.socket.destroy()
    if (mood === 'hangs') return void hanging.add(response)
    if (mood === 'takes') taken.push(String(request.headers['idempotency-key']))
    response.writeHead(mood === 'takes' ? 200 : 500).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      mood = next
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
