import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import type { MeView } from '@bank/contract/profile/view'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { lazy, Suspense, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { fieldsOf } from '../beneficiaries/beneficiaries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AfterTransfer } from './after-transfer.tsx'
import { TransferDetails } from './transfer-details.tsx'
import { type FieldLink, labels, type TransferField, type TransferFields } from './transfer-fields.ts'

/** The first step of a transfer: the fields, the saved beneficiaries that fill them in, and the balance afterwards. */
export function DetailsStep({
  me,
  form,
  hidden,
}: {
  me: MeView
  form: UseFormReturn<TransferFields, unknown, Transfer>
  hidden: boolean
}) {
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setFocus, setValue, control } = form
  useFocusOnLinkedField(form, hidden)

  function fillIn(beneficiary: SavedBeneficiary) {
    for (const [name, value] of Object.entries(fieldsOf(beneficiary))) {
      setValue(name as TransferField, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    }
    setFocus('amount')
  }

  return (
    <div
      hidden={hidden}
      className="grid items-start gap-section xl:grid-cols-[560px_minmax(0,22rem)] xl:grid-rows-[auto_1fr_auto]"
    >
      <div className="max-w-form xl:z-1 xl:col-start-2 xl:row-start-1">
        <Suspense fallback={<Skeleton className="h-14 rounded-card xl:h-65" />}>
          <SavedBeneficiaries onPick={fillIn} />
        </Suspense>
      </div>
      <form
        method="post"
        noValidate
        aria-labelledby="transfer-title"
        onSubmit={handleSubmit(() => navigate('/transfer?step=review'))}
        // The bar at the foot of a small screen must not cover what has the focus, as the browser alone would let it.
        onFocus={({ target }) =>
          target.matches('input') && target.scrollIntoView({ block: 'nearest', behavior: 'instant' })
        }
        className="grid [&_input]:scroll-mb-28 items-start gap-section xl:col-span-2 xl:col-start-1 xl:row-span-3 xl:row-start-1 xl:grid-cols-subgrid xl:grid-rows-subgrid"
      >
        <Card className="grid max-w-form gap-field xl:row-span-2">
          <h2 id="transfer-title" className="text-h2">
            Quick Funds Transfer
          </h2>
          <ErrorSummary labels={labels} errors={formState.errors} submitCount={formState.submitCount} />
          <TransferDetails
            register={register}
            errors={formState.errors}
            control={control}
            currency={me.account.currency}
            limit={me.transferLimit}
          />
        </Card>
        <div className="max-w-form xl:col-start-2 xl:row-start-2 xl:h-full">
          <AfterTransfer account={me.account} control={control} />
        </div>
        <div className="sticky bottom-0 z-10 -mx-gutter border-t bg-background px-gutter py-3 md:static md:mx-0 md:max-w-form md:border-0 md:p-0 xl:row-start-3">
          <Button type="submit" wide className="max-w-form">
            Review transfer
          </Button>
        </div>
      </form>
    </div>
  )
}

const SavedBeneficiaries = lazy(async () => ({
  default: (await import('../beneficiaries/saved-beneficiaries.tsx')).SavedBeneficiaries,
}))

/** Moves the focus to the field that a Change link or a refusal has named. */
function useFocusOnLinkedField(
  { setFocus, setValue }: UseFormReturn<TransferFields, unknown, Transfer>,
  hidden: boolean,
): void {
  const { state, key } = useLocation() as { state: FieldLink | null; key: string }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation moves the focus once.
  useEffect(() => {
    if (hidden || !state?.field) return
    // Only a refusal leads to the PIN. The refused one is cleared here, where an empty field is not yet an error.
    if (state.field === 'transaction_pin') setValue('transaction_pin', '')
    setFocus(state.field)
  }, [key, hidden])
}
