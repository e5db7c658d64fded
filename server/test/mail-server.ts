import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real mail server on this machine. */
export type MailServer = {
  readonly url: string
  /** The mails it has accepted, parsed. */
  readonly mails: Email[]
  /** From now on it answers this to every recipient, or accepts all of them again. */
  readonly answer: (reply: { code: number; text: string } | undefined) => void
  readonly close: () => Promise<void>
}

export async function openMailServer(): Promise<MailServer> {
  const mails: Email[] = []
  let refusal: { code: number; text: string } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, taken) {
      taken(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    async onData(stream, _session, taken) {
      mails.push(await PostalMime.parse(await buffer(stream)))
      taken()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    answer: (reply) => {
      refusal = reply
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
