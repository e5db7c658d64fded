import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { findMainAccount, setActive } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import { findPassword } from '../passwords/password.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { insertCustomer } from '../registration/customer.ts'
import { readStoredValue, writeStoredValue } from '../storage/stored-value.ts'
import { arrangeForAlice, finishArrangements } from './demo-arrangements.ts'
import { bookDemoHistory } from './demo-bookings.ts'
import { type DemoCredentials, type DemoPerson, demoCredentials, demoProfiles } from './demo-people.ts'

/**
 * Creates the demo people who are missing, with Alice's pots, schedules and three months of history, and returns everyone's credentials.
 * When the program is killed before it is done, its next start does the rest.
 */
export async function openDemo(bank: Bank, now: Date): Promise<DemoCredentials> {
  const credentials = demoCredentials(bank.config.dataDir)
  if ((await readStoredValue(bank.db, 'demo')) === undefined) {
    const [alice, bruno, clara, ...others] = credentials.people as [DemoPerson, DemoPerson, DemoPerson]
    const beforeHistory = new Date(now.getTime() - 92 * 86_400_000)
    const [aliceId, claraId] = await Promise.all([
      ensure(bank, alice, beforeHistory),
      ensure(bank, clara, beforeHistory),
      // Bruno has just registered: his account still waits for its activation.
      ensure(bank, bruno, now),
    ])
    const otherIds = await Promise.all(others.map((person) => ensure(bank, person, beforeHistory)))
    for (const id of [aliceId, claraId, ...otherIds]) await activate(bank, id, now)
    const arrangements = await arrangeForAlice(bank, { aliceId, openedAt: beforeHistory, now })
    await bookDemoHistory(bank, { aliceId, pin: alice.pin, administratorId: claraId, now }, arrangements)
    const passcodeHash = await bank.passwords.hash(credentials.passcode)
    await inTransaction(bank.db, async (connection) => {
      await finishArrangements(connection, bank.config, arrangements, now)
      if ((await readStoredValue(connection, 'passcode')) === undefined) {
        await writeStoredValue(connection, { key: 'passcode', value: passcodeHash, updatedBy: null, now })
      }
      await writeStoredValue(connection, { key: 'demo', value: 'made', updatedBy: null, now })
    })
  }
  return credentials
}

/** Returns the id of a demo person, who is created when no user has the e-mail. */
async function ensure(bank: Bank, person: DemoPerson, openedAt: Date): Promise<string> {
  const { email, password, pin } = person
  const known = await findPassword(bank.db, email)
  if (known) return known.id
  const passwordHash = await bank.passwords.hash(password)
  const made = await inTransaction(bank.db, (connection) =>
    insertCustomer(
      connection,
      bank.keys.pinKey,
      {
        ...demoProfiles[email]!,
        id: timeOrderedId(openedAt),
        email,
        passwordHash,
        accountType: 'checking',
        currency: 'USD',
        pin,
      },
      openedAt,
    ),
  )
  return made?.userId ?? (await findPassword(bank.db, email))!.id
}

async function activate(bank: Bank, userId: string, now: Date): Promise<void> {
  const account = await findMainAccount(bank.db, userId)
  await inTransaction(bank.db, (connection) => setActive(connection, account!.id, { isActive: true, now }))
}
