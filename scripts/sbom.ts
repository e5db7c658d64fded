import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bill, billOfProduction } from './sbom/bill-of-production.ts'

// Writes a software bill of materials of what runs in production, in CycloneDX's JSON: to the file that is named, to the
// standard output for `-`, else to sbom.json. What is for other systems only is named when it is installed here.

const root = join(import.meta.dirname, '..')

const { npm_node_execpath: node, npm_execpath: npm } = process.env
const [command, ...args] = node && npm ? [node, npm] : ['npm']
// From the lock file, which is the same with and without the packages for development.
const options = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev']
const told = execFileSync(command, [...args, 'sbom', ...options], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 100_000_000,
})

const bill = billOfProduction(JSON.parse(told) as Bill, { isInstalled, licenceText })
const text = `${JSON.stringify(bill, null, 2)}\n`
const place = process.argv[2] ?? 'sbom.json'
if (place === '-') process.stdout.write(text)
else {
  writeFileSync(place, text)
  console.log(`${place} names ${bill.components.length} components.`)
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
