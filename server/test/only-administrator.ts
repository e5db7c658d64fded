import type { TestBank } from './bank.ts'

/** Makes everybody but Clara a customer, without a trace in the audit log: then no act needs a second person. */
export async function makeOnlyAdministrator({ bank, clara }: TestBank): Promise<void> {
  await bank.db.query(`update users set role = 'customer', role_until = null where id <> $1`, [clara.userId])
}
