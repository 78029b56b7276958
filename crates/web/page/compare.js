// The comparison of two lines.

/** @param {any} answer the program's answer */
function showComparison(answer) {
  $("differences").hidden = !answer.fields?.length;
  if (answer.reason) {
    $("order").replaceChildren(html("span", { class: "bad" }, html("strong", {}, answer.reason), `: ${answer.message}`));
    return;
  }
  $("order").textContent = `${answer.order} ${answer.between}`;
  $("compared").replaceChildren(
    ...answer.fields.map((field) =>
      row(field.name, html("td", { class: "id" }, field.first), html("td", { class: "id" }, field.second), field.equal ? "same" : "differs"),
    ),
  );
}
