import type { Bank } from '../../bank.ts'
import { requireGoodPassword } from '../../passwords/password-rules.ts'
import { Refusal } from '../../refusal.ts'
import { addAdministrator, hasAdministrator } from './administrator.ts'

/**
 * Inserts the administrator of the ADMIN_* settings, unless the bank has an administrator: the settings count at the first start
 * only. Throws a one-line error when the password is too easy to guess.
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
  // Does nothing when another process that starts at the same time has inserted it.
  await addAdministrator(bank, firstAdministrator, now)
}
