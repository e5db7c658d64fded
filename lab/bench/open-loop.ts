import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { transferPath, transferRequests } from './load.ts'
import type { Customer } from './seed.ts'

/** The transfers of one phase. */
export type Sending = {
  /** From the moment each was due until it was answered. */
  readonly milliseconds: readonly number[]
  /** How many were answered with 201. */
  readonly acknowledged: number
  /** For each other transfer what came instead: the answer's status and text, an error code, or `no answer`. */
  readonly lost: readonly string[]
}

export type OpenLoop = {
  /** Sends transfers at even moments fixed beforehand and waits for the answers, at most 30 seconds longer. */
  readonly send: (plan: { readonly perSecond: number; readonly seconds: number }) => Promise<Sending>
  readonly close: () => void
}

const patienceSeconds = 30

/**
 * Sends transfers of random customers in an open loop: when one is late the next ones are sent all the same, and each is timed
 * from the moment it was due. They say in turn that they come from `addresses`, where a proxy is trusted. Not by autocannon:
 * at an overall rate it sends each second's requests in one burst (decision 35).
 */
export function openOpenLoop(
  address: string,
  customers: readonly Customer[],
  addresses: readonly string[] = [],
): OpenLoop {
  const nextRequest = transferRequests(address, customers)
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  /** Resolves to undefined when the transfer is acknowledged, otherwise to what came instead. */
  function sendOne(): Promise<string | undefined> {
    const { headers, body } = nextRequest()
    const from = addresses.length > 0 && { 'x-forwarded-for': addresses[turn++ % addresses.length] }
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const options = { method: 'POST', agent, headers: { ...headers, ...from } }
    const sent = request(address + transferPath, options, (answer) => {
      const { statusCode } = answer
      text(answer).then((body) => resolve(statusCode === 201 ? undefined : `${statusCode} ${body}`), fail)
    })
    sent.on('error', fail).end(body)
    return promise
  }

  async function send({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<Sending> {
    const total = Math.floor(perSecond * seconds)
    const milliseconds: number[] = []
    const lost: string[] = []
    const begin = performance.now()
    const now = () => performance.now() - begin
    let sent = 0
    while (milliseconds.length < total && now() < (seconds + patienceSeconds) * 1_000) {
      for (; sent < total && (sent * 1_000) / perSecond <= now(); sent++) {
        const dueAt = (sent * 1_000) / perSecond
        void sendOne().then((failure) => {
          milliseconds.push(now() - dueAt)
          if (failure !== undefined) lost.push(failure)
        })
      }
      // The shortest timer; a transfer that is sent so much later is timed from when it was due.
      await wait(1)
    }
    const answered = milliseconds.length
    lost.push(...Array<string>(total - answered).fill('no answer'))
    return { milliseconds: milliseconds.slice(), acknowledged: total - lost.length, lost: lost.slice() }
  }

  return { send, close: () => agent.destroy() }
}
