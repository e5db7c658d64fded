import type { Problem, RefusalCode } from '@bank/contract/errors'
import { isProblem, reasonOf } from './problem.ts'

/** What to say after some errors of a request, by error code. */
export type Advice = Readonly<
  Partial<Record<RefusalCode, string | ((problem: Problem) => string)>> & {
    /** After an error that the bank has not answered. */
    no_answer?: string
    /** After every other error, instead of the bank's reason. */
    otherwise?: string
  }
>

/** What the user reads after a failed request: the advice for its error or, where there is none, the bank's reason. */
export function adviceAfter(error: unknown, advice: Advice = {}): string {
  const found = isProblem(error) ? advice[error.code] : advice.no_answer
  const text = typeof found === 'function' ? found(error as Problem) : found
  return text ?? advice.otherwise ?? reasonOf(error)
}
