import { type CaseForStaff, referenceOf } from './case.ts'

/** A case in the lists of staff. */
export function listedCaseOf({ userId, userName, ...one }: CaseForStaff) {
  return {
    ...one,
    reference: referenceOf(one.id),
    user: userId === null ? null : { id: userId, name: userName ?? '' },
  }
}
