import * as z from 'zod/mini'
import { accountView } from '../../accounts/view.ts'
import { meView } from '../../profile/view.ts'
import { documentTotal } from '../document-page.ts'

/** A user's details and account. */
export const userRecord = z.extend(
  z.omit(meView, { account: true, frozenAt: true, undoSeconds: true, transferLimit: true }),
  {
    createdAt: z.date(),
    account: z.extend(z.pick(accountView, { number: true, type: true, currency: true, isActive: true }), {
      balanceMinor: z.bigint(),
    }),
  },
)

export const userRecordPage = z.object({ users: z.array(userRecord), total: documentTotal })

export type UserRecord = z.output<typeof userRecord>
export type UserRecordPage = z.output<typeof userRecordPage>
