import { setTimeout as wait } from 'node:timers/promises'

type Ask<Value> = () => Value | Promise<Value>

type Patience = {
  /** The longest time in all. */
  readonly milliseconds?: number
  /** The time between two answers. */
  readonly pauseMilliseconds?: number
}

/** Asks again and again until the answer is not false or undefined, or the time is over. Returns the last answer. */
export async function until<Value>(
  ask: Ask<Value>,
  { milliseconds = 60_000, pauseMilliseconds = 20 }: Patience = {},
): Promise<Value> {
  const deadline = performance.now() + milliseconds
  for (;;) {
    const answer = await ask()
    if (answer || performance.now() > deadline) return answer
    await wait(pauseMilliseconds)
  }
}

/** The same, but throws an Error with `complaint` when the time is over. */
export async function expectSoon<Value>(complaint: string, ask: Ask<Value>, patience?: Patience) {
  const answer = await until(ask, patience)
  if (!answer) throw new Error(`Timeout: ${complaint}.`)
  return answer as NonNullable<Exclude<Value, false>>
}
