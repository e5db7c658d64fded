import type { Answer, Question } from './ask.ts'
import { ask } from './ask.ts'
import type { Findings } from './findings.ts'

/** Where clients bring their requests, to whichever process of the bank is there. */
export type Counter = {
  /** Asks once. Undefined when there was no answer or the bank could not say. */
  readonly once: (question: Question, address?: string) => Promise<Answer | undefined>
  /**
   * Asks again and again, wherever, until the bank has said yes or no. Undefined when it has not done so a minute after
   * the last fault.
   */
  readonly insist: (question: Question) => Promise<Answer | undefined>
  /** Requests of which no answer has come yet. */
  readonly underWay: () => ReadonlySet<UnderWay>
  readonly giveUpAfter: (moment: number) => void
  /** How many answers there were of each status; 0 for none at all. */
  readonly tally: ReadonlyMap<number, number>
}

export type UnderWay = { readonly address: string; readonly path: string; wasBroken: boolean }

export function openCounter(addresses: () => readonly string[], findings: Findings): Counter {
  const underWay = new Set<UnderWay>()
  const tally = new Map<number, number>()
  let end = Number.POSITIVE_INFINITY

  async function once(question: Question, address = anyOf(addresses())): Promise<Answer | undefined> {
    if (address === undefined) return undefined
    const request: UnderWay = { address, path: question.path, wasBroken: false }
    underWay.add(request)
    const answer = await ask(address, question)
    request.wasBroken = answer === undefined
    underWay.delete(request)
    const status = answer?.status ?? 0
    tally.set(status, (tally.get(status) ?? 0) + 1)
    if (status >= 500 && status !== 503) {
      const detail = `${question.method} ${question.path}: ${status} ${JSON.stringify(answer?.body)}`
      findings.report({ what: 'unexpected answer', detail })
    }
    return status >= 500 || status === 429 || status === 408 ? undefined : answer
  }

  return {
    once,
    async insist(question) {
      for (let tries = 0; performance.now() < end; tries++) {
        const answer = await once(question)
        if (answer !== undefined) return answer
        await new Promise((resolve) => setTimeout(resolve, Math.min(20 * 2 ** tries, 500) * Math.random()))
      }
      findings.report({
        what: 'unfinished',
        detail: `${question.method} ${question.path} got no answer in the end`,
      })
      return undefined
    },
    underWay: () => underWay,
    giveUpAfter: (moment) => {
      end = moment
    },
    tally,
  }
}

/** Not drawn from the seed: which processes are there depends on the moment. */
function anyOf(addresses: readonly string[]): string | undefined {
  return addresses[Math.floor(Math.random() * addresses.length)]
}
