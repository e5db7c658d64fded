import { percentile } from '../median.ts'
import type { Customer } from './seed.ts'

/** A GET of a signed-in customer. */
export type GetRequest = { readonly path: string; readonly token: string }

/** Times of answers in milliseconds. */
export type Times = { readonly p50: number; readonly p99: number; readonly max: number }

export function timesOf(milliseconds: readonly number[]): Times {
  const share = (part: number) => percentile(milliseconds, part)
  return { p50: share(0.5), p99: share(0.99), max: share(1) }
}

/** Sends the requests over so many connections in a closed loop. Throws at an answer other than 200. */
export async function timeRequests(
  address: string,
  requests: readonly GetRequest[],
  connections: number,
): Promise<Times> {
  const rest = requests.values()
  const milliseconds: number[] = []
  const readInTurn = async () => {
    for (const request of rest) milliseconds.push(await timeRequest(address, request))
  }
  await Promise.all(Array.from({ length: connections }, readInTurn))
  return timesOf(milliseconds)
}

/** Requests balances and first pages of the history over one connection until the returned function is called. */
export function keepReading(address: string, customers: readonly Customer[]): () => Promise<Times> {
  const milliseconds: number[] = []
  let isOver = false
  const readUntilOver = async () => {
    for (let turn = 0; !isOver; turn++) {
      const { token } = customers[turn % customers.length]!
      for (const path of ['/api/me', '/api/transactions']) {
        milliseconds.push(await timeRequest(address, { path, token }))
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

async function timeRequest(address: string, request: GetRequest): Promise<number> {
  const begin = performance.now()
  await (await read(address, request)).arrayBuffer()
  return performance.now() - begin
}

/** Sends one request. Throws at an answer other than 200. */
export async function read(address: string, { path, token }: GetRequest): Promise<Response> {
  const answer = await fetch(address + path, { headers: { cookie: `sid=${token}` } })
  if (answer.status === 200) return answer
  throw new Error(`${path} was answered with ${answer.status}`)
}
