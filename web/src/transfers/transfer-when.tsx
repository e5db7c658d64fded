import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import type { Currency } from '@bank/ledger/currency'
import { type FieldErrors, type UseFormReturn, useWatch } from 'react-hook-form'
import { WhenInputs, whenTextsIn } from '../schedules/when-inputs.tsx'
import { type WhenName, whenNames } from '../schedules/when-names.ts'
import { Button } from '../ui/button.tsx'
import type { TransferFields } from './transfer-fields.ts'

/** When a transfer is made later, or repeated: a part of its form that opens on demand. */
export function TransferWhen({
  register,
  control,
  setValue,
  errors,
  currency,
}: Pick<UseFormReturn<TransferFields, unknown, Transfer>, 'register' | 'control' | 'setValue'> & {
  errors: FieldErrors<TransferFields>
  currency: Currency
}) {
  const texts = whenTextsIn(useWatch({ control, name: whenNames }))
  const set = (name: WhenName, text: string) => setValue(name, text, { shouldDirty: true })
  return (
    <fieldset className="grid min-w-0 gap-field">
      <legend className="float-start -mb-2 w-full text-h3">When</legend>
      <WhenInputs
        texts={texts}
        field={(name) => ({ ...register(name), error: errors[name]?.message })}
        set={set}
        currency={currency}
      />
      <div>
        <Button
          look="quiet"
          onClick={() => {
            for (const name of whenNames) set(name, '')
          }}
        >
          Pay now instead
        </Button>
      </div>
    </fieldset>
  )
}
