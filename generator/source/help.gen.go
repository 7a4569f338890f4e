package source

var help = map[string]string{}
