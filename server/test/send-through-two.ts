import { endpoints } from '@bank/contract/endpoints'
import type { TransferRequest } from '@bank/contract/transfers/form'
import type { Person, TestBank } from './bank.ts'
import type { OtherProcess } from './other-process.ts'

/**
 * Sends transfers at once, in turn through the test bank and another process, two after each other from each account. One that a busy
 * bank refuses is sent again under its id. Returns how many had each status.
 */
export async function sendThroughTwo(
  bank: TestBank,
  other: OtherProcess,
  who: Person,
  accounts: readonly [string, string],
  transfers: readonly TransferRequest[],
): Promise<Record<number, number>> {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const here = async (account: string, body: TransferRequest) =>
    (await bank.call(who, endpoints.sendTransfer, { query: { account }, body })).status
  const elsewhere = async (account: string, body: TransferRequest) => {
    const response = await fetch(`${other.address}/api/transfers?account=${account}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: other.address },
      body: JSON.stringify(body),
    })
    return response.status
  }
  const statuses = await Promise.all(
    transfers.map(async (body, index) => {
      const send = index % 2 === 0 ? here : elsewhere
      const account = accounts[index % 4 < 2 ? 0 : 1]
      let status = await send(account, body)
      while (status === 503) status = await send(account, body)
      return status
    }),
  )
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
