import { accountKeyOf } from '@bank/contract/beneficiaries/form'
import type { BeneficiaryView, SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { endpoints } from '@bank/contract/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { beneficiariesQuery, fieldsOf } from './beneficiaries.ts'

/** Saves the beneficiary of a receipt for the next transfer, or says that it is saved already. */
export function SaveBeneficiary({ to }: { to: BeneficiaryView }) {
  const client = useQueryClient()
  const { data } = useQuery(beneficiariesQuery)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      announce(call(endpoints.saveBeneficiary, { body: fieldsOf(to) }), {
        busy: 'Saving beneficiary...',
        done: 'Beneficiary saved',
        failed: 'The beneficiary was not saved',
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: beneficiariesQuery.queryKey }),
  })
  const saved = data && savedAs(data, to)
  const outcome = useRef<HTMLParagraphElement>(null)
  const isJustSaved = isSuccess && !!saved
  // The button that had the focus was removed.
  useEffect(() => {
    if (isJustSaved) outcome.current?.focus()
  }, [isJustSaved])

  if (!data) return null
  if (saved) {
    return (
      <p ref={outcome} tabIndex={-1} className="text-table text-muted-foreground wrap-anywhere">
        Saved among your beneficiaries as <bdi>{saved.name}</bdi>.
      </p>
    )
  }
  return (
    <div className="grid justify-items-start gap-3">
      {error && <Notice tone="failed">{reasonOf(error)}</Notice>}
      <Button look="secondary" busy={isPending} busyLabel="Saving…" onClick={() => mutate()}>
        Save this beneficiary
      </Button>
    </div>
  )
}

/** The saved beneficiary with the same account at the same bank. */
function savedAs(saved: readonly SavedBeneficiary[], to: BeneficiaryView): SavedBeneficiary | undefined {
  const key = accountKeyOf(fieldsOf(to))
  return saved.find((one) => accountKeyOf(fieldsOf(one)) === key)
}
