import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { send as sendRequest } from '../send.ts'
import { transferRequests } from './load.ts'
import type { Customer } from './seed.ts'

export type Sending = {
  /** From the moment each request was due until it was answered. */
  readonly milliseconds: readonly number[]
  /** How many were answered with 200 or 201. */
  readonly acknowledged: number
  /** For each other request the reason: the status and error code of the answer, the error of the connection, or `no answer`. */
  readonly lost: readonly string[]
}

export type OpenLoop = {
  /** Sends requests at even, planned moments and waits for the answers, at most 30 seconds longer. */
  readonly send: (plan: { readonly perSecond: number; readonly seconds: number }) => Promise<Sending>
  readonly close: () => void
}

const timeoutSeconds = 30

/**
 * Sends transfers of random customers in an open loop: a late answer does not delay the next transfers, and each is timed from the
 * moment it was due. `addresses` are their X-Forwarded-For, in turn. Without autocannon, which sends the requests of each second
 * in one burst (decision 35). `requests` makes what is sent in place of transfers.
 */
export function openOpenLoop(
  address: string,
  customers: readonly Customer[],
  addresses: readonly string[] = [],
  requests = transferRequests,
): OpenLoop {
  const nextRequest = requests(address, customers)
  // Before the bank closes an idle connection, so that no request is sent into one that it closes.
  const agent = new Agent({ keepAlive: true, timeout: timeoutSeconds * 1_000 })
  let turn = 0

  /** Resolves to undefined when the request is acknowledged, otherwise to the reason. */
  function sendOne(): Promise<string | undefined> {
    const { method, path, headers, body } = nextRequest()
    const from = addresses.length > 0 && { 'x-forwarded-for': addresses[turn++ % addresses.length] }
    const options = { method, agent, headers: { ...headers, ...from }, body }
    return sendRequest(address + path, options).then(
      (answer) =>
        answer.status < 300
          ? undefined
          : `${answer.status} ${/"code":"(\w+)"/.exec(answer.body)?.[1] ?? answer.body}`,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
  }

  async function send({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<Sending> {
    const total = Math.floor(perSecond * seconds)
    const milliseconds: number[] = []
    const lost: string[] = []
    const begin = performance.now()
    const now = () => performance.now() - begin
    let sent = 0
    while (milliseconds.length < total && now() < (seconds + timeoutSeconds) * 1_000) {
      for (; sent < total && (sent * 1_000) / perSecond <= now(); sent++) {
        const dueAt = (sent * 1_000) / perSecond
        void sendOne().then((failure) => {
          milliseconds.push(now() - dueAt)
          if (failure !== undefined) lost.push(failure)
        })
      }
      // The shortest timer; transfers are timed from when they were due.
      await wait(1)
    }
    const answered = milliseconds.length
    lost.push(...Array<string>(total - answered).fill('no answer'))
    return { milliseconds: milliseconds.slice(), acknowledged: total - lost.length, lost: lost.slice() }
  }

  return { send, close: () => agent.destroy() }
}
