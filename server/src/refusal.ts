import { messageOf, type RefusalCode, type RefusalFacts } from '@bank/contract/errors'

/** An error on one field of a form: a JSON pointer and the message. */
export type FieldError = { readonly pointer: string; readonly detail: string }

/** The bank refuses a request, with a reason for the caller. The contract has the message; `facts` fill its placeholders. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalFacts
  readonly fields: readonly FieldError[]
  /** The user whose secret was tried, for the security event; never sent. */
  userId: string | undefined

  constructor(code: RefusalCode, facts: RefusalFacts = {}, fields: readonly FieldError[] = []) {
    super(messageOf(code, facts))
    this.code = code
    this.facts = facts
    this.fields = fields
  }
}
