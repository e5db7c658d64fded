import { messageOf, type RefusalCode, type RefusalFacts } from '@bank/contract/errors'

/** A field a person has to look at: a JSON pointer and the sentence for it. */
export type FieldError = { readonly pointer: string; readonly detail: string }

/** We said no, and the person is told why. The sentence comes from the contract; `facts` fill its blanks. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalFacts
  readonly fields: readonly FieldError[]
  /** Whose secret was tried, for the record of security events; never sent. */
  userId: string | undefined

  constructor(code: RefusalCode, facts: RefusalFacts = {}, fields: readonly FieldError[] = []) {
    super(messageOf(code, facts))
    this.code = code
    this.facts = facts
    this.fields = fields
  }
}
