import type { Bank } from '../bank.ts'
import { rekeyPassword } from '../users/user.ts'

/**
 * True when the password is the user's. One that is right under the previous SECRET_KEY is stored under the current one
 * from here on. With nothing stored it does the same work and answers false. Throws the refusal `busy` when too many wait.
 */
export async function isPasswordOf(
  { db, passwords }: Pick<Bank, 'db' | 'passwords'>,
  user: { readonly id: string; readonly passwordHash: string } | undefined,
  password: string,
): Promise<boolean> {
  return passwords.verify(password, user?.passwordHash, async (to) => {
    if (user) await rekeyPassword(db, user.id, { from: user.passwordHash, to })
  })
}
