import { percentile } from '../median.ts'
import type { Customer } from './seed.ts'

/** A GET of a signed-in customer. */
export type Question = { readonly path: string; readonly token: string }

/** How long answers took, in milliseconds. */
export type Times = { readonly p50: number; readonly p99: number; readonly max: number }

export function timesOf(milliseconds: readonly number[]): Times {
  const share = (part: number) => percentile(milliseconds, part)
  return { p50: share(0.5), p99: share(0.99), max: share(1) }
}

/** Asks the questions over so many connections, each the next one when the last is answered. Throws at an answer other than 200. */
export async function timeQuestions(
  address: string,
  questions: readonly Question[],
  connections: number,
): Promise<Times> {
  const rest = questions.values()
  const milliseconds: number[] = []
  const askInTurn = async () => {
    for (const question of rest) milliseconds.push(await timeQuestion(address, question))
  }
  await Promise.all(Array.from({ length: connections }, askInTurn))
  return timesOf(milliseconds)
}

/** Asks for balances and first pages of the history over one connection until the returned function is called. */
export function keepReading(address: string, customers: readonly Customer[]): () => Promise<Times> {
  const milliseconds: number[] = []
  let isOver = false
  const askUntilOver = async () => {
    for (let turn = 0; !isOver; turn++) {
      const { token } = customers[turn % customers.length]!
      for (const path of ['/api/me', '/api/transactions']) {
        milliseconds.push(await timeQuestion(address, { path, token }))
      }
    }
    return timesOf(milliseconds)
  }
  const asking = askUntilOver()
  // The caller learns of a failure when it stops the reading.
  asking.catch(() => {})
  return () => {
    isOver = true
    return asking
  }
}

async function timeQuestion(address: string, question: Question): Promise<number> {
  const begin = performance.now()
  await (await read(address, question)).arrayBuffer()
  return performance.now() - begin
}

/** Asks one question. Throws at an answer other than 200. */
export async function read(address: string, { path, token }: Question): Promise<Response> {
  const answer = await fetch(address + path, { headers: { cookie: `sid=${token}` } })
  if (answer.status === 200) return answer
  throw new Error(`${path} was answered with ${answer.status}`)
}
