import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { transferPath } from './load.ts'

/** What the bare server answers to each transfer. */
export type BareAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

// Its parent sends the answer and is sent the port. It parses each transfer as the framework does, and does nothing with it.
const [answer] = (await once(process, 'message')) as [BareAnswer]
const app = fastify()
app.post(transferPath, (_request, reply) =>
  reply.code(answer.status).headers(answer.headers).send(answer.body),
)
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
