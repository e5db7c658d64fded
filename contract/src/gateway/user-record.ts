import * as z from 'zod/mini'
import { accountView } from '../accounts/view.ts'
import { meView } from '../profile/view.ts'
import { documentPage, documentTotal, exportedMax, listedMax } from './document-page.ts'

/** Selects users. A condition is met by each of its values; where it is absent, by every user. */
function userSelection(limitMax: number) {
  return z.strictObject({
    ids: z.optional(z.array(z.uuid())),
    emails: z.optional(z.array(z.string())),
    names: z.optional(z.array(z.string())),
    isAdministrator: z.optional(z.array(z.boolean())),
    isActive: z.optional(z.array(z.boolean())),
    /** The e-mail contains all of these texts, which are in lower case. */
    emailParts: z.array(z.string()),
    ...documentPage(limitMax, z.uuid()),
  })
}
export const listedUsers = userSelection(listedMax)
export const exportedUsers = userSelection(exportedMax)

/** A user's details and account, with the balance after the account's last entry. */
export const userRecord = z.extend(z.omit(meView, { account: true, frozenAt: true, transferLimit: true }), {
  createdAt: z.date(),
  account: z.extend(z.pick(accountView, { number: true, type: true, currency: true, isActive: true }), {
    balanceMinor: z.bigint(),
    /** The number of the account's last entry; 0 before the first. */
    entrySeq: z.bigint(),
  }),
})

export const userRecordPage = z.object({ users: z.array(userRecord), total: documentTotal })

export type UserSelection = z.output<typeof exportedUsers>
export type UserRecord = z.output<typeof userRecord>
export type UserRecordPage = z.output<typeof userRecordPage>
