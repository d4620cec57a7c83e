// Reads what `stowage emit` wrote with the parsers of the tools that are meant to read it: `validate hcl FILE`,
// `validate rules FILE`. Prints what they found in it as JSON; exit 1 where they refuse it.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/prometheus/prometheus/model/rulefmt"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

func main() {
	if len(os.Args) != 3 {
		refuse("validate hcl|rules FILE")
	}
	bytes, err := os.ReadFile(os.Args[2])
	if err != nil {
		refuse(err.Error())
	}
	switch os.Args[1] {
	case "hcl":
		file, problems := hclsyntax.ParseConfig(bytes, os.Args[2], hcl.InitialPos)
		if problems.HasErrors() {
			refuse(problems.Error())
		}
		print(map[string]any{
			"formatted": string(hclwrite.Format(bytes)) == string(bytes),
			"body":      bodyOf(file.Body.(*hclsyntax.Body)),
		})
	case "rules":
		groups, problems := rulefmt.Parse(bytes, false)
		if len(problems) > 0 {
			refuse(fmt.Sprint(problems))
		}
		print(groups.Groups)
	default:
		refuse("hcl or rules, not " + os.Args[1])
	}
}

func refuse(why string) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(1)
}

func print(value any) {
	if err := json.NewEncoder(os.Stdout).Encode(value); err != nil {
		refuse(err.Error())
	}
}

type block struct {
	Type   string   `json:"type"`
	Labels []string `json:"labels"`
	Body   any      `json:"body"`
}

// bodyOf holds values; what refers to something else is null.
func bodyOf(body *hclsyntax.Body) any {
	attributes := map[string]any{}
	for name, attribute := range body.Attributes {
		value, problems := attribute.Expr.Value(nil)
		if problems.HasErrors() {
			attributes[name] = nil
			continue
		}
		attributes[name] = ctyjson.SimpleJSONValue{Value: value}
	}
	blocks := []block{}
	for _, one := range body.Blocks {
		blocks = append(blocks, block{one.Type, one.Labels, bodyOf(one.Body)})
	}
	return map[string]any{"attributes": attributes, "blocks": blocks}
}
