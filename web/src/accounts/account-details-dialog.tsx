import type { AccountView } from '@bank/contract/accounts/view'
import { currencyOptions, labelOf } from '@bank/contract/option-lists'
import { publicConfig } from '../public-config.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton, copyText } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/deferred-dialog.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { FactLine } from '../ui/fact.tsx'
import { toast } from '../ui/toast.ts'
import { AccountNumber } from './account-number.tsx'
import { useMe } from './me.ts'

const title = 'Your account details'

/** What a payer needs to know to pay into an account, to copy and to share. */
export function AccountDetailsDialog({ account, ...state }: DialogState & { account: AccountView }) {
  const facts = useFacts(account)
  const text = facts.map(({ name, value }) => `${name}: ${value}`).join('\n')

  async function copyAll() {
    if (await copyText(text)) toast.success('Account details copied to clipboard', { id: 'account-details' })
  }
  return (
    <Dialog
      {...state}
      title={title}
      description="Give these to anyone who wants to send you money."
      shape="sheet"
    >
      <dl className="grid text-table">
        {facts.map(({ name, value, isNumber }) => (
          <FactLine key={name} name={name}>
            {isNumber ? (
              <span className="-my-2 flex items-center gap-1">
                <AccountNumber number={value} />
                <CopyButton text={value} label={`Copy ${name === 'IBAN' ? name : name.toLowerCase()}`} />
              </span>
            ) : (
              <bdi>{value}</bdi>
            )}
          </FactLine>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={copyAll}>Copy all</Button>
        {'share' in navigator && (
          <Button look="secondary" onClick={() => void share(text)}>
            Share
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type Detail = { readonly name: string; readonly value: string; readonly isNumber?: true }

function useFacts({ number, iban, currency }: AccountView): Detail[] {
  const { data: me } = useMe()
  const { bankName, bankAddress, bankSwift, bankRouting } = publicConfig
  return [
    ...(me ? [{ name: 'Name', value: me.name }] : []),
    { name: 'Account number', value: number, isNumber: true },
    ...(iban === null ? [] : [{ name: 'IBAN', value: iban, isNumber: true as const }]),
    { name: 'Bank', value: bankName },
    { name: 'Bank address', value: bankAddress },
    { name: 'SWIFT code', value: bankSwift },
    { name: 'Routing number', value: bankRouting },
    { name: 'Currency', value: labelOf(currencyOptions, currency) },
  ]
}

async function share(text: string): Promise<void> {
  try {
    await navigator.share({ title, text })
  } catch {
    // Closed by the customer, or refused by the device: the details can still be copied.
  }
}
