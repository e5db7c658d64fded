import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { Customer } from './customer.ts'

/** One transfer of a random customer, as a browser with the bank's page open sends it. */
export type TransferRequest = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Gives a new transfer at each call, from a random one of the customers. `address` is the bank's own, `http://…`. */
export function transferRequests(address: string, customers: readonly Customer[]): () => TransferRequest {
  const prepared = customers.map(({ token, pin }) => ({
    headers: {
      host: new URL(address).host,
      origin: address,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      accept: 'application/json',
      cookie: `sid=${token}`,
    },
    // The last member is the transfer's own id, so that only the end of the text is made anew.
    bodyStart: `${JSON.stringify({ ...transfer, transaction_pin: pin }).slice(0, -1)},"transactionId":"`,
  }))
  return () => {
    const { headers, bodyStart } = prepared[Math.floor(Math.random() * prepared.length)]!
    return { headers, body: `${bodyStart}${timeOrderedId(new Date())}"}` }
  }
}

/** The path transfers are sent to. */
export const transferPath = '/api/transfers'

// To another bank: on its way, and so on the one in-transit account that all such transfers meet at.
const transfer = {
  account_name: 'Dora Example',
  account_number: '4820917365',
  bank_name: 'Northern Savings',
  bank_address: '1 Harbour Street, Bergen',
  swift_code: 'NOSANOKK',
  routing_number: '021000021',
  amount: '1.25',
}

const headTexts = new WeakMap<object, string>()

/** A request as it goes over the wire. The headers of one customer are put into words once. */
export function requestText({ headers, body }: TransferRequest): string {
  let head = headTexts.get(headers)
  if (head === undefined) {
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })
    head = `POST ${transferPath} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    headTexts.set(headers, head)
  }
  return head + body
}
