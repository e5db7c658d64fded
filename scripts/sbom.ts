import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bill, billOfProduction } from './sbom/bill-of-production.ts'

// Writes a software bill of materials of what runs in production, in CycloneDX's JSON: to the file that is named, to the
// standard output for `-`, else to sbom.json. It describes the packages that are installed here.

const root = join(import.meta.dirname, '..')

const { npm_node_execpath: node, npm_execpath: npm } = process.env
const [command, ...args] = node && npm ? [node, npm] : ['npm']
const told = execFileSync(command, [...args, 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 100_000_000,
})

const bill = billOfProduction(JSON.parse(told) as Bill, licenceText)
const text = `${JSON.stringify(bill, null, 2)}\n`
const place = process.argv[2] ?? 'sbom.json'
if (place === '-') process.stdout.write(text)
else {
  writeFileSync(place, text)
  console.log(`${place} names ${bill.components.length} components.`)
}

/** The text of a package's licence, where its manifest does not name one. */
function licenceText(name: string): string | undefined {
  try {
    return readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8')
  } catch {
    return undefined
  }
}
