"use strict";
// Interaction with the page. All data is in the page: data-value of numbers, data-column and
// data-learner of check boxes, and data-name of rows and series.

// sortable sorts a table by clicks on a heading: up, down, and back to the original order.
function sortable(table) {
	const body = table.tBodies[0], original = [...body.rows];
	const heads = [...table.tHead.rows[0].cells];
	heads.forEach((head, column) => {
		const button = document.createElement("button");
		button.type = "button";
		button.append(...head.childNodes);
		head.append(button);
		head.setAttribute("aria-sort", "none");
		button.addEventListener("click", () => {
			const next = {none: "ascending", ascending: "descending", descending: "none"}[head.getAttribute("aria-sort")];
			heads.forEach(h => h.setAttribute("aria-sort", "none"));
			head.setAttribute("aria-sort", next);
			table.classList.toggle("sorted", next !== "none");
			body.append(...(next === "none" ? original : sorted(original, column, next === "descending")));
		});
	});
}

// sorted returns rows sorted by a column. Rows without a value come last in both directions.
function sorted(rows, column, down) {
	const keys = new Map(rows.map(row => [row, key(row.cells[column])]));
	return [...rows].sort((a, b) => {
		const x = keys.get(a), y = keys.get(b);
		if (x === null || y === null) return (x === null) - (y === null);
		const order = typeof x !== typeof y ? (typeof x === "number" ? -1 : 1) : x < y ? -1 : x > y ? 1 : 0;
		return down ? -order : order;
	});
}

// key returns the sort key of a cell: its number, its text, or null in a numeric column without one.
function key(cell) {
	if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
	const text = cell.textContent.trim();
	if (!cell.classList.contains("number")) return /^\d+$/.test(text) ? Number(text) : text; // a split, a seed
	const found = /^[≤<≥>]?\s*([−+-]?[\d.,]+(?:e[−+-]?\d+)?)([kMG]?)/.exec(text); // the first of an interval, 3 of 3/5
	if (!found) return null;
	return Number(found[1].replaceAll("−", "-").replaceAll(",", "")) * {"": 1, k: 1e3, M: 1e6, G: 1e9}[found[2]];
}

// columns hides and shows columns by check boxes.
function columns(box) {
	const table = box.parentElement.querySelector("table.results");
	box.hidden = false;
	box.addEventListener("change", event => {
		const column = Number(event.target.dataset.column);
		for (const row of table.rows) row.cells[column].hidden = !event.target.checked;
	});
}

// scrolls makes boxes with overflow focusable, so that arrow keys scroll them.
const scrolls = new ResizeObserver(entries => {
	for (const {target} of entries) {
		const box = target.closest(".scroll, pre");
		if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
		else box.removeAttribute("tabindex");
	}
});

// reveal opens the details around the target of a link. Anchors of the page need no decoding.
function reveal(hash) {
	const target = document.getElementById(hash.slice(1));
	for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
	if (target) target.scrollIntoView();
}

// controls switches learners on and off, and filters the rows of tables.
function controls(box) {
	const boxes = [...box.querySelectorAll("input[data-learner]")], filter = box.querySelector(".filter");
	const labels = boxes.map(b => b.dataset.learner).sort((a, b) => b.length - a.length);
	const learner = name => labels.find(l => name === l || name.startsWith(l + " "));
	const parts = named().map(p => ({...p, learners: p.names.map(learner).filter(Boolean)}));
	const apply = () => {
		const off = new Set(boxes.filter(b => !b.checked).map(b => b.dataset.learner));
		const text = filter.value.trim().toLowerCase();
		for (const p of parts) {
			const missing = p.row && text && !p.element.textContent.toLowerCase().includes(text);
			p.element.classList.toggle("off", missing || p.learners.some(l => off.has(l)));
		}
		const rows = [...document.querySelectorAll("table.results tbody tr")];
		box.querySelector("[role=status]").textContent = rows.filter(r => !r.classList.contains("off")).length + " of " + rows.length + " rows of results";
	};
	box.hidden = false;
	box.addEventListener("input", apply);
	box.addEventListener("click", event => {
		if (event.target.dataset.all === undefined) return;
		for (const b of boxes) b.checked = event.target.dataset.all !== "";
		apply();
	});
}

// named returns everything on the page that belongs to rows or learners, with their names.
function named() {
	const parts = [...document.querySelectorAll("[data-name]")].map(e => ({element: e, names: [e.dataset.name]}));
	for (const svg of document.querySelectorAll(".chart svg")) {
		const names = new Set([...svg.querySelectorAll("[data-name]")].map(e => e.dataset.name));
		for (const text of svg.querySelectorAll(".frame text"))
			if (names.has(text.textContent)) parts.push({element: text, names: [text.textContent]});
	}
	for (const table of document.querySelectorAll("table")) {
		const columns = [...table.tHead.rows[0].cells].filter(c => ["learner", "row", "against"].includes(c.textContent)).map(c => c.cellIndex);
		for (const row of columns.length ? table.tBodies[0].rows : [])
			parts.push({element: row, row: true, names: columns.map(c => row.cells[c].textContent)});
	}
	return parts;
}

document.querySelectorAll("table.sortable").forEach(sortable);
document.querySelectorAll("details.columns").forEach(columns);
document.querySelectorAll("details.controls").forEach(controls);
document.querySelectorAll(".scroll, .scroll > *, pre").forEach(e => scrolls.observe(e));
document.addEventListener("click", event => {
	const link = event.target.closest?.('a[href^="#"]');
	if (link) reveal(link.hash);
});
addEventListener("hashchange", () => reveal(location.hash));
reveal(location.hash);

// A printer gets all.
let closed = [];
addEventListener("beforeprint", () => {
	closed = [...document.querySelectorAll("details:not([open]):not(.columns):not(.controls)")];
	for (const d of closed) d.open = true;
});
addEventListener("afterprint", () => { for (const d of closed) d.open = false; });
