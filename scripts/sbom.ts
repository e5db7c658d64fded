import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bill, billOfProduction } from './sbom/bill-of-production.ts'

// Writes a software bill of materials of what runs in production, as CycloneDX JSON: to the given file, to the standard output
// for `-`, otherwise to sbom.json. Packages for other systems are listed only when they are installed here.

const root = join(import.meta.dirname, '..')

const { npm_node_execpath: node, npm_execpath: npm } = process.env
const [command, ...args] = node && npm ? [node, npm] : ['npm']
// From the lock file, which is the same with and without development packages.
const options = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev']
const npmBill = execFileSync(command, [...args, 'sbom', ...options], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 100_000_000,
})

const bill = billOfProduction(JSON.parse(npmBill) as Bill, { isInstalled, licenceText })
const text = `${JSON.stringify(bill, null, 2)}\n`
const file = process.argv[2] ?? 'sbom.json'
if (file === '-') process.stdout.write(text)
else {
  writeFileSync(file, text)
  console.log(`${file} lists ${bill.components.length} components.`)
}

function isInstalled(name: string): boolean {
  return existsSync(join(root, 'node_modules', name))
}

/** The text of a package's licence, where its manifest does not name one. */
function licenceText(name: string): string | undefined {
  try {
    return readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8')
  } catch {
    return undefined
  }
}
