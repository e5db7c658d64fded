import { Counter } from 'prom-client'
import { Refusal } from '../refusal.ts'

/** Counts sign-ins by their outcome. */
export type SignInCounter = {
  readonly metric: Counter
  /** Counts what comes of a password, or of a second step. */
  readonly counted: <Answer extends object>(attempt: Promise<Answer>) => Promise<Answer>
}

export function openSignInCounter(): SignInCounter {
  const metric = new Counter({
    name: 'bank_sign_ins_total',
    help: 'Passwords and codes entered to sign in: signed_in, code_asked after a right password, failed, or the code of the refusal.',
    labelNames: ['outcome'],
    registers: [],
  })
  return {
    metric,
    async counted(attempt) {
      try {
        const answer = await attempt
        metric.inc({ outcome: 'secondStep' in answer ? 'code_asked' : 'signed_in' })
        return answer
      } catch (error) {
        metric.inc({ outcome: error instanceof Refusal ? error.code : 'failed' })
        throw error
      }
    },
  }
}
