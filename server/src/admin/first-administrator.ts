import type { Bank } from '../bank.ts'
import { addAdministrator, hasAdministrator } from './administrator.ts'

/** Makes the administrator the settings name, unless the bank has one: ADMIN_* counts at the first start only. */
export async function makeFirstAdministrator(bank: Bank, now: Date): Promise<void> {
  const { firstAdministrator } = bank.config
  if (firstAdministrator === undefined || (await hasAdministrator(bank.db))) return
  // Another process that starts at the same moment may have made it: then there is one, which is what was wanted.
  await addAdministrator(bank, firstAdministrator, now)
}
