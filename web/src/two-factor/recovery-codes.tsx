import { publicConfig } from '../public-config.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { StepTitle } from './step-title.tsx'

/** Ten recovery codes, this once: to copy, to keep as a file, and to say that one has them. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <>
      <StepTitle>Save your recovery codes</StepTitle>
      <p>
        When your phone is not at hand, one of these codes logs you in in its place. Each works once. They are
        shown this one time: keep them where you will find them without your phone.
      </p>
      <ul aria-label="Recovery codes" className="grid gap-2 rounded-card bg-sunken p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="tabular tracking-wide">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onSaved}>I have saved them</Button>
        <Button look="secondary" onClick={() => keep(codes)}>
          Download
        </Button>
        <CopyButton text={codes.join('\n')} label="Copy recovery codes" />
      </div>
    </>
  )
}

/** Hands the codes to the browser as a text file. */
function keep(codes: readonly string[]): void {
  const lines = [`${publicConfig.bankName} recovery codes. Each works once.`, '', ...codes, '']
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([lines.join('\n')], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
