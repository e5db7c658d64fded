import type { Bank } from '../../bank.ts'
import { requireGoodPassword } from '../../passwords/password-rules.ts'
import { Refusal } from '../../refusal.ts'
import { addAdministrator, hasAdministrator } from './administrator.ts'

/**
 * Makes the administrator the settings name, unless the bank has one: ADMIN_* counts at the first start only. Throws one
 * line when the password is too easy to guess.
 */
export async function makeFirstAdministrator(bank: Bank, now: Date): Promise<void> {
  const { firstAdministrator } = bank.config
  if (firstAdministrator === undefined || (await hasAdministrator(bank.db))) return
  await requireGoodPassword(firstAdministrator.password, firstAdministrator.email, bank).catch(
    (error: Error) => {
      throw new Error(
        `ADMIN_PASSWORD is refused: ${error instanceof Refusal ? error.fields[0]?.detail : error.message}.`,
      )
    },
  )
  // Another process that starts at the same moment may have made it: then there is one, which is what was wanted.
  await addAdministrator(bank, firstAdministrator, now)
}
