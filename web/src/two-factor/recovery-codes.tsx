import { saveFile } from '../api/save-file.ts'
import { publicConfig } from '../public-config.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { StepTitle } from './step-title.tsx'

/** Shows the ten recovery codes this one time, to copy or to download. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <>
      <StepTitle>Save your recovery codes</StepTitle>
      <p>
        Use one of these codes if you don’t have your phone. Each works once. They are shown only once: keep
        them where you can find them without your phone.
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
        <Button look="secondary" onClick={() => saveFile(fileOf(codes))}>
          Download
        </Button>
        <CopyButton text={codes.join('\n')} label="Copy recovery codes" />
      </div>
    </>
  )
}

function fileOf(codes: readonly string[]): { name: string; content: Blob } {
  const lines = [`${publicConfig.bankName} recovery codes. Each works once.`, '', ...codes, '']
  return { name: 'recovery-codes.txt', content: new Blob([lines.join('\n')], { type: 'text/plain' }) }
}
