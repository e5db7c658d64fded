import * as z from 'zod/mini'
import { accountStates } from '../../accounts/state.ts'
import { id } from '../../rules/id.ts'
import { emailLengthMax } from '../../rules/person.ts'
import { reason } from '../../rules/reason.ts'
import { textLine } from '../../rules/text.ts'

export const userPath = z.object({ id: id('User ID is required') })

/** Why an account is deactivated. Only administrators see the reason. */
export const deactivationForm = z.strictObject({ reason })

/** Why a closed account is opened again. Only administrators see the reason. */
export const reopeningForm = z.strictObject({ reason })

const changeId = id('Change ID must be a UUID')

/**
 * A deactivation. The caller creates its id: a repeat under the same id is answered like the first attempt, and the id is needed to
 * undo the deactivation.
 */
export const deactivationInstruction = z.extend(deactivationForm, { changeId: z.optional(changeId) })

/** An activation or deactivation by its id, which the caller of the change creates. */
export const activationChangePath = z.extend(userPath, { changeId })

/** The orders of the list of users. */
export const userOrders = ['newest', 'oldest', 'name'] as const

const searchText = textLine({
  field: 'Search',
  required: 'Enter what to search for',
  lengthMax: emailLengthMax,
})

/** Selects users, and a page of them. */
export const userListQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  /** The id of the last user of the page before. */
  cursor: z.optional(z.uuid()),
  /**
   * Any part of the e-mail or the name (§6), or the first or last digits of the account number. Case and the accents of a name do
   * not matter.
   */
  search: z.optional(searchText),
  /** The name of `search` in the version before, which older pages and scripts send. `search` wins. */
  email: z.optional(searchText),
  state: z.optional(z.enum(accountStates, 'Choose waiting, active, deactivated or closed')),
  order: z._default(z.enum(userOrders, 'Choose newest, oldest or name'), 'newest'),
})

export type DeactivationForm = z.output<typeof deactivationForm>
export type DeactivationInstruction = z.output<typeof deactivationInstruction>
export type UserListQuery = z.output<typeof userListQuery>
