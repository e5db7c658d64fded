import { type Answer, ask, type BankRequest } from './ask.ts'
import type { Findings } from './findings.ts'

/** Sends requests to the processes of the bank that run. */
export type BankClient = {
  /** Sends once, to `address` or to any process. Undefined when there was no answer, or one that leaves the outcome open. */
  readonly once: (request: BankRequest, address?: string) => Promise<Answer | undefined>
  /** Sends to any process, until the bank has accepted or refused. Undefined when it has not by the time of `giveUpAfter`. */
  readonly askUntilAnswered: (request: BankRequest) => Promise<Answer | undefined>
  readonly inFlight: () => ReadonlySet<RequestInFlight>
  /** What a process has answered with 503 since its last success. */
  readonly refusals: (address: string) => Refusals | undefined
  readonly giveUpAfter: (moment: number) => void
}

/** The first and the last one, in milliseconds of `performance`. */
export type Refusals = { readonly first: number; readonly last: number }

export type RequestInFlight = { readonly address: string; readonly path: string; wasBroken: boolean }

/** `answers` counts the answers by status, 0 for no answer. */
export function openBankClient(
  addresses: () => readonly string[],
  { findings, answers }: { findings: Findings; answers: Map<number, number> },
): BankClient {
  const inFlight = new Set<RequestInFlight>()
  const refusals = new Map<string, Refusals>()
  let end = Number.POSITIVE_INFINITY

  async function once(request: BankRequest, address = anyOf(addresses())): Promise<Answer | undefined> {
    if (address === undefined) return undefined
    const sent: RequestInFlight = { address, path: request.path, wasBroken: false }
    inFlight.add(sent)
    const answer = await ask(address, request)
    sent.wasBroken = answer === undefined
    inFlight.delete(sent)
    const status = answer?.status ?? 0
    answers.set(status, (answers.get(status) ?? 0) + 1)
    const now = performance.now()
    if (status === 503) refusals.set(address, { first: refusals.get(address)?.first ?? now, last: now })
    else if (answer && status < 300 && request.method !== 'GET') refusals.delete(address)
    if (status >= 500 && status !== 503) {
      const detail = `${request.method} ${request.path}: ${status} ${JSON.stringify(answer?.body)}`
      findings.report({ what: 'unexpected answer', detail })
    }
    return status >= 500 || status === 429 || status === 408 ? undefined : answer
  }

  return {
    once,
    async askUntilAnswered(request) {
      for (let tries = 0; performance.now() < end; tries++) {
        const answer = await once(request)
        if (answer !== undefined) return answer
        await new Promise((resolve) => setTimeout(resolve, Math.min(20 * 2 ** tries, 500) * Math.random()))
      }
      findings.report({ what: 'no outcome', detail: `${request.method} ${request.path} was never answered` })
      return undefined
    },
    inFlight: () => inFlight,
    refusals: (address) => refusals.get(address),
    giveUpAfter: (moment) => {
      end = moment
    },
  }
}

/** Does not depend on the seed: which processes run depends on the moment. */
function anyOf(addresses: readonly string[]): string | undefined {
  return addresses[Math.floor(Math.random() * addresses.length)]
}
