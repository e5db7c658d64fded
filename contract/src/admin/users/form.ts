import * as z from 'zod/mini'
import { accountOpening } from '../../accounts/form.ts'
import { accountStates } from '../../accounts/state.ts'
import { email, emailLengthMax } from '../../rules/email.ts'
import { id, userId } from '../../rules/id.ts'
import { reason } from '../../rules/reason.ts'
import { textLine } from '../../rules/text.ts'
import { userOrders } from './orders.ts'

export const userPath = z.object({ id: userId })

export const receiptPath = z.extend(userPath, { transactionId: id('Transaction ID is required') })

/** A further account that staff open for a customer, who names it later. */
export const accountOpeningForUser = z.extend(z.omit(accountOpening, { name: true }), {
  name: z._default(z.literal(''), ''),
  reason,
})

/** The fields of the form; the id is added when it is sent. */
export const accountOpeningForUserForm = z.omit(accountOpeningForUser, { openingId: true, name: true })

/** The e-mail that staff have checked, and how they did. Only administrators see the reason. */
export const emailCheckForm = z.strictObject({ email, reason })

const changeId = id('Change ID must be a UUID')

/**
 * An activation. The caller creates its id: a repeat under the same id is answered like the first attempt. With `undoes`, the id of
 * a deactivation, it is refused unless that was the account's last change of state.
 */
export const activationInstruction = z.strictObject({ changeId, undoes: z.optional(changeId) })

/** A deactivation, likewise. One that undoes an activation needs no reason. */
export const deactivationInstruction = z.extend(activationInstruction, { reason: z.optional(reason) })

/** How many accounts one request activates at most. */
export const activationsAtOnce = 100

/**
 * Activations of accounts that wait for them, each with its own id, or with `undoes` what undoes them. The main account of each user is
 * meant.
 */
export const activationChanges = z
  .strictObject({
    isActive: z.boolean('Choose whether they are active'),
    changes: z
      .array(z.strictObject({ userId, changeId, undoes: z.optional(changeId) }), 'Choose users')
      .check(
        z.minLength(1, 'Choose users'),
        z.maxLength(activationsAtOnce, `Choose at most ${activationsAtOnce} users`),
      ),
  })
  .check(
    z.refine(({ isActive, changes }) => isActive || changes.every(({ undoes }) => undoes !== undefined), {
      error: 'Each deactivation of another kind has its own reason',
      path: ['changes'],
    }),
  )

const searchText = textLine({
  field: 'Search',
  required: 'Enter what to search for',
  lengthMax: emailLengthMax,
})

const filter = {
  /**
   * Any part of the e-mail or the name (§6), or the first or last digits of the account number. Case and the accents of a name do
   * not matter.
   */
  search: z.optional(searchText),
  state: z.optional(z.enum(accountStates, 'Choose waiting, active, deactivated, declined or closed')),
}

/** Selects users. */
export const userFilter = z.object(filter)

/** Selects users, and a page of them. */
export const userListQuery = z.object({
  ...filter,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  /** The id of the last user of the page before. */
  cursor: z.optional(z.uuid()),
  order: z._default(z.enum(userOrders, 'Choose newest, oldest or name'), 'newest'),
})

export type UserListQuery = z.output<typeof userListQuery>
