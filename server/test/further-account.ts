import { randomUUID } from 'node:crypto'
import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import type { Person, TestBank } from './bank.ts'
import { confirmIdentity } from './two-factor.ts'

type Opening = { openingId: string; accountType: string; currency: string; name: string }

/** What the form for a further account sends: an online account in dollars named "Savings", with a new id. */
export function opening(wishes: Partial<Opening> = {}): Opening {
  return { openingId: randomUUID(), accountType: 'online', currency: '$', name: 'Savings', ...wishes }
}

/** Opens a further account of a customer through its route. */
export async function openFurtherAccount(
  bank: TestBank,
  owner: Person,
  wishes: Partial<Opening> = {},
): Promise<AccountView> {
  const { status, answer } = await bank.call(owner, endpoints.openAccount, { body: opening(wishes) })
  if (status !== 201) throw new Error(`The account was not opened: ${status}`)
  return answer
}

/** Closes an empty account of a customer through its route. */
export async function closeAccount(bank: TestBank, owner: Person, number: string): Promise<void> {
  await confirmIdentity(bank, owner)
  const { status } = await bank.call(owner, endpoints.closeAccount, { params: { number }, body: {} })
  if (status !== 204) throw new Error(`The account was not closed: ${status}`)
}
