import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { transferForm } from '../transfer-form.ts'
import { autocannon } from './autocannon.ts'
import type { Customer } from './seed.ts'

/** A request of a customer as a browser sends it. */
export type CustomerRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const transferPath = '/api/transfers'

/** Returns a function that makes a new transfer of a random customer. `address` is the bank's, `http://…`. */
export function transferRequests(address: string, customers: readonly Customer[]): () => CustomerRequest {
  const prepared = customers.map(({ token, pin }) => ({
    headers: {
      host: new URL(address).host,
      origin: address,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      accept: 'application/json',
      cookie: `sid=${token}`,
    },
    // To another bank: all share one in-transit account. The id is the last member, so that only the end of the text differs.
    bodyStart: `${JSON.stringify({ ...transferForm, transaction_pin: pin }).slice(0, -1)},"transactionId":"`,
  }))
  return () => {
    const { headers, bodyStart } = prepared[Math.floor(Math.random() * prepared.length)]!
    const body = `${bodyStart}${timeOrderedId(new Date())}"}`
    return { method: 'POST', path: transferPath, headers, body }
  }
}

/** Returns a function that asks for the balance of a random customer. */
export function balanceRequests(_: string, customers: readonly Customer[]): () => CustomerRequest {
  return () => {
    const { token } = customers[Math.floor(Math.random() * customers.length)]!
    return { method: 'GET', path: '/api/me', headers: { cookie: `sid=${token}` } }
  }
}

/** The transfers of one round, all answered with 201. */
export type Load = {
  readonly perSecond: number
  readonly acknowledged: number
  readonly p50Milliseconds: number
  readonly p99Milliseconds: number
}

/** Sends transfers in a closed loop. Throws at an answer other than 201. */
export async function sendTransfers(
  address: string,
  customers: readonly Customer[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const nextRequest = transferRequests(address, customers)
  const setupRequest = (request: object) => Object.assign(request, nextRequest())
  const requests = [{ method: 'POST', path: transferPath, setupRequest }]
  const { statusCodeStats, errors, duration, latency } = await autocannon({
    url: address,
    connections,
    duration: seconds,
    requests,
  })
  const acknowledged = statusCodeStats['201']?.count ?? 0
  if (acknowledged === 0 || Object.keys(statusCodeStats).length > 1 || errors > 0) {
    throw new Error(`autocannon had ${errors} errors and the statuses ${JSON.stringify(statusCodeStats)}.`)
  }
  return {
    perSecond: acknowledged / duration,
    acknowledged,
    p50Milliseconds: latency.p50,
    p99Milliseconds: latency.p99,
  }
}
