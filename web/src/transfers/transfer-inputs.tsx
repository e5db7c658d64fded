import { formatMoney } from '@bank/contract/format-money'
import { ibanIn } from '@bank/contract/iban'
import type { MeView } from '@bank/contract/profile/view'
import { referenceLengthMax, type TransferForm as Transfer } from '@bank/contract/transfers/form'
import { typedAmount } from '@bank/contract/typed-amount'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useWatch } from 'react-hook-form'
import { ibanHint } from '../beneficiaries/beneficiaries.ts'
import { guardsQuery } from '../guards/guards.ts'
import { PinInput } from '../pins/pin-input.tsx'
import { deferred } from '../ui/deferred.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { Input } from '../ui/input.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { pressEnded } from '../ui/press-ended.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { GroupedInput } from './grouped-input.tsx'
import { grouped, groupedIban } from './grouped-number.ts'
import { labels, type TransferControl, type TransferField, type TransferFields } from './transfer-fields.ts'

/**
 * The eight fields of a transfer (§3) and a reference. For a chosen payee the six fields that say whom it goes to are hidden, and
 * `summary` is in their place; for a customer of this bank the four of the bank are.
 */
export function TransferInputs({
  register,
  errors,
  control,
  clearErrors,
  setValue,
  me,
  summary,
  isHere,
  hasPin,
}: Pick<
  UseFormReturn<TransferFields, unknown, Transfer>,
  'register' | 'control' | 'clearErrors' | 'setValue'
> & {
  errors: FieldErrors<TransferFields>
  me: MeView
  summary: ReactNode
  /** The payee is a customer of this bank, which fills in the fields of the bank. */
  isHere: boolean
  /** False while the review has the field of the PIN. */
  hasPin: boolean
}) {
  const { currency } = me.account
  // They block nothing.
  const warnings = useWhenIdle(loadBankCodes)
  const sendable = useSendable(me)
  const isLater = useWatch({ control, name: 'repeat' }) !== ''
  const field = (name: TransferField) => ({
    label: labels[name],
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <div className="@container grid gap-section">
      {summary}
      <FieldGroup legend="Who you are paying" hint={isHere ? undefined : ibanHint} hidden={!!summary}>
        {/* Below each other: a part of a row is too short for an IBAN. */}
        <div className="col-span-full grid gap-field">
          <Input {...field('account_name')} autoComplete="off" />
          <GroupedInput {...field('account_number')} group={grouped} />
        </div>
      </FieldGroup>
      <FieldGroup legend="Their bank" hidden={!!summary || isHere}>
        <Input {...field('bank_name')} autoComplete="off" />
        <Input {...field('bank_address')} autoComplete="off" />
        <BankCode
          {...field('swift_code')}
          control={control}
          warningOf={warnings?.swiftCodeWarning}
          group={asTyped}
        />
        <RoutingNumber
          {...field('routing_number')}
          onHidden={() => clearErrors('routing_number')}
          control={control}
          warningOf={warnings?.routingNumberWarning}
          group={groupedIban}
        />
      </FieldGroup>
      <FieldGroup legend="How much">
        <div className={clsx('field-row col-span-full grid gap-field', sideBySide)}>
          <TypedAmount
            {...field('amount')}
            control={control}
            currency={currency}
            hint={sendable?.hint ?? `Up to ${formatMoney(me.transferLimit, currency)} per transfer.`}
            warningOf={sendable?.warningOf}
            echo="You’re sending"
            className="text-h2"
          />
          <Input
            {...field('reference')}
            optional
            hint={`The payee sees this. Up to ${referenceLengthMax} characters.`}
            autoComplete="off"
          />
        </div>
        {hasPin && <PinInput {...field('transaction_pin')} />}
      </FieldGroup>
      {isLater ? (
        <TransferWhen
          placeholder={<Skeleton className="h-40" />}
          register={register}
          control={control}
          setValue={setValue}
          errors={errors}
          currency={currency}
        />
      ) : (
        <button
          type="button"
          aria-expanded={false}
          onClick={() => {
            setValue('onHoliday', 'same_day')
            setValue('repeat', 'once', { shouldDirty: true })
          }}
          className="link-alone justify-self-start"
        >
          Pay later or repeatedly
        </button>
      )}
    </div>
  )
}

// Only for a payment that is not made now.
const TransferWhen = deferred(async () => (await import('./transfer-when.tsx')).TransferWhen)

/** The amount, which alone is rendered again while it is typed. */
function TypedAmount({
  control,
  warningOf,
  ...field
}: Omit<ComponentProps<typeof MoneyInput>, 'typed'> & {
  control: TransferControl
  warningOf: ((amountMinor: bigint | undefined) => string) | undefined
}) {
  const typed = useWatch({ control, name: 'amount' })
  return <MoneyInput {...field} typed={typed} warning={warningOf?.(typedAmount(typed)) ?? ''} />
}

/** What can be sent now, requested after the first view: the bank decides. */
function useSendable(me: MeView) {
  const module = useWhenIdle(loadSendable)
  const { data: guards } = useQuery({ ...guardsQuery, enabled: module !== undefined })
  const isHidden = useAmountsHidden()
  const guard = guards?.find(({ currency }) => currency === me.account.currency)
  return guard && module?.sendableIn(me, guard, isHidden)
}

type Warning = (code: string) => string | undefined

const loadSendable = () => import('./sendable.ts')
const loadBankCodes = () => import('@bank/contract/transfers/bank-codes')

/** A module that is fetched after the first view. */
function useWhenIdle<Module extends object>(load: () => Promise<Module>): Module | undefined {
  const [module, setModule] = useState<Module>()
  useEffect(() => fetchWhenIdle(async () => setModule(await load())), [load])
  return module
}

const asTyped = (text: string) => text

/** "Routing number / IBAN": hidden while the account number is an IBAN, which is sent as both. */
function RoutingNumber({
  onHidden,
  ...field
}: ComponentProps<typeof BankCode> & {
  /** What was wrong in it, is not any more. */
  onHidden: () => void
}) {
  const accountNumber = useWatch({ control: field.control, name: 'account_number' })
  const isHidden = ibanIn(accountNumber) !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is hidden.
  useEffect(() => {
    if (isHidden) onHidden()
  }, [isHidden])
  return !isHidden && <BankCode {...field} />
}

/** A bank code with a checksum: a wrong one is warned about once the field is left, and can be sent. */
function BankCode({
  control,
  warningOf,
  ...field
}: Omit<ComponentProps<typeof GroupedInput>, 'name'> & {
  name: TransferField
  control: TransferControl
  warningOf: Warning | undefined
}) {
  const [typing, setTyping] = useState(false)
  const code = useWatch({ control, name: field.name })
  return (
    <GroupedInput
      {...field}
      onFocus={() => setTyping(true)}
      onBlur={async (event) => {
        field.onBlur?.(event)
        // The warning moves what is below it away from a press that has begun.
        await pressEnded()
        setTyping(false)
      }}
      warning={typing ? '' : (warningOf?.(code) ?? '')}
      autoCapitalize="characters"
    />
  )
}

/** The columns of fields side by side, where the second of two has room for an IBAN. */
const sideBySide = '@min-[28rem]:grid-cols-[2fr_3fr]'

function FieldGroup({
  legend,
  hint,
  hidden = false,
  children,
}: {
  legend: string
  hint?: string | undefined
  hidden?: boolean
  children: ReactNode
}) {
  return (
    <fieldset hidden={hidden} className={clsx('min-w-0 gap-field', sideBySide, !hidden && 'grid')}>
      <legend className="float-start -mb-2 w-full text-h3 col-span-full">{legend}</legend>
      {hint && <p className="-my-2 text-caption text-muted-foreground col-span-full">{hint}</p>}
      {children}
    </fieldset>
  )
}
