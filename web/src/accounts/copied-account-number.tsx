import { customerTexts } from '@bank/contract/toast-texts/customers'
import { CopyButton } from '../ui/copy-button.tsx'
import { toast } from '../ui/toast.ts'
import { AccountNumber } from './account-number.tsx'

/** An account number with a button that copies it. `label` is the button's. */
export function CopiedAccountNumber({
  number,
  label = 'Copy account number',
}: {
  number: string
  label?: string
}) {
  return (
    <>
      <AccountNumber number={number} />
      <CopyButton
        text={number}
        label={label}
        onCopied={() => toast.success(customerTexts.accountNumberCopied, { id: 'account-number' })}
      />
    </>
  )
}
