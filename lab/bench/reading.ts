import { percentile } from '../median.ts'
import type { Customer } from './seed.ts'

/** Times of answers in milliseconds. */
export type Times = { readonly p50: number; readonly p99: number; readonly max: number }

export function timesOf(milliseconds: readonly number[]): Times {
  const share = (part: number) => percentile(milliseconds, part)
  return { p50: share(0.5), p99: share(0.99), max: share(1) }
}

/** Requests balances and first pages of the history over one connection until the returned function is called. */
export function keepReading(address: string, customers: readonly Customer[]): () => Promise<Times> {
  const milliseconds: number[] = []
  let isOver = false
  const readUntilOver = async () => {
    for (let turn = 0; !isOver; turn++) {
      const { token } = customers[turn % customers.length]!
      for (const path of ['/api/me', '/api/transactions']) {
        milliseconds.push(await timeRequest(address + path, token))
      }
    }
    return timesOf(milliseconds)
  }
  const reading = readUntilOver()
  // The returned function reports a failure.
  reading.catch(() => {})
  return () => {
    isOver = true
    return reading
  }
}

/** How many milliseconds an answer takes. Throws at an answer other than 200. */
export async function timeRequest(url: string, token: string): Promise<number> {
  const begin = performance.now()
  const answer = await fetch(url, { headers: { cookie: `sid=${token}` } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`)
  return performance.now() - begin
}
