import type { MeView } from '@bank/contract/profile/view'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { useEffect } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'
import { payeeFields } from '../beneficiaries/beneficiaries.ts'
import { publicConfig } from '../public-config.ts'
import { besideSlip, revealFocused, StepButton } from '../sending/slip.tsx'
import { Card } from '../ui/card.tsx'
import { deferred } from '../ui/deferred.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type Payee, someoneHere, someoneNew } from './payees.ts'
import { type FieldLink, labels, type TransferField, type TransferFields } from './transfer-fields.ts'
import { TransferInputs } from './transfer-inputs.tsx'
import { TypedSlip } from './transfer-slip.tsx'

/** The first step of a transfer: all fields, or for a chosen payee a summary of it and what remains to be typed. */
export function DetailsStep({
  me,
  form,
  payee,
  isHere,
  hidden,
}: {
  me: MeView
  form: UseFormReturn<TransferFields, unknown, Transfer>
  payee: Payee | undefined
  /** The payee is typed, and a customer of this bank. */
  isHere: boolean
  hidden: boolean
}) {
  const navigate = useNavigate()
  const linkTo = useLinkTo()
  const { register, handleSubmit, formState, control } = form
  const { errors } = formState
  useFocusOnLinkedField(form, hidden)

  /** The rules for the days of a payment that is made later are fetched with their fields. */
  async function review() {
    const values = form.getValues()
    if (values.repeat && !(await import('../schedules/typed-when.ts')).checkWhen(values, form.setError))
      return
    navigate(linkTo('transfer', { step: 'review' }))
  }

  /** The details of a payee can be wrong by now: the fields that say so are shown. */
  function showWrongFields(wrong: FieldErrors<TransferFields>) {
    const field = payee && payeeFields.find((name) => wrong[name])
    if (field) {
      navigate(linkTo('transfer', { to: someoneNew }), {
        state: { field, isChange: true } satisfies FieldLink,
      })
    }
  }

  return (
    <form
      hidden={hidden}
      method="post"
      noValidate
      aria-labelledby="transfer-title"
      onSubmit={handleSubmit(review, showWrongFields)}
      onFocus={revealFocused}
      className="@container"
    >
      <div className={besideSlip}>
        <Card className="grid min-w-0 gap-field">
          <h2 id="transfer-title" className="text-h2">
            Quick Funds Transfer
          </h2>
          {!payee && (
            <p className="text-table text-muted-foreground">
              {isHere
                ? `${publicConfig.bankName} fills in the details of the bank.`
                : `For someone at ${publicConfig.bankName}, a name and an account number are enough.`}{' '}
              <Link
                to={linkTo('transfer', { to: isHere ? someoneNew : someoneHere })}
                state={{ field: 'account_name', isChange: true } satisfies FieldLink}
                className="link-alone"
              >
                {isHere ? 'Pay someone at another bank' : `Pay someone at ${publicConfig.bankName}`}
              </Link>
            </p>
          )}
          <ErrorSummary labels={labels} errors={errors} submitCount={formState.submitCount} />
          <TransferInputs
            register={register}
            errors={errors}
            control={control}
            clearErrors={form.clearErrors}
            setValue={form.setValue}
            me={me}
            summary={
              payee && <PayeeSummary placeholder={<Skeleton className="h-32 rounded-card" />} payee={payee} />
            }
            isHere={isHere}
            hasPin={!hidden}
          />
        </Card>
        {/* The review has its own. */}
        {!hidden && <TypedSlip account={me.account} control={control} />}
        <StepButton>Review transfer</StepButton>
        {!payee && <SavedPayeesHint />}
      </div>
    </form>
  )
}

// Below the fold, or beside the form, and only for a customer without saved payees.
const SavedPayeesHint = deferred(async () => (await import('./saved-payees-hint.tsx')).SavedPayeesHint)

/** Moves the focus to the field that a link to the form has named. */
function useFocusOnLinkedField(
  { setFocus }: UseFormReturn<TransferFields, unknown, Transfer>,
  hidden: boolean,
): void {
  const { state, key } = useLocation() as { state: FieldLink | null; key: string }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation moves the focus once.
  useEffect(() => {
    if (!hidden && state?.field) setFocus(state.field satisfies TransferField, { shouldSelect: true })
  }, [key, hidden])
}

// Only for a chosen payee.
const PayeeSummary = deferred(async () => (await import('./payee-summary.tsx')).PayeeSummary)
